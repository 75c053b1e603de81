// The parts of Asio and Beast that are no templates (BOOST_ASIO_SEPARATE_COMPILATION, cmake/libraries.cmake).
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
